/** The demonstration: a graph of airports and routes, two killed writers, two recoveries. */
package dev.linchpin.cli.demo;
