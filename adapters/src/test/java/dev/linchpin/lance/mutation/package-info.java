/** The mutation planner on real Lance: constraints, read sets, effects against a model. */
package dev.linchpin.lance.mutation;
