/**
 * The graph model: node and edge types, their typed properties and constraints, and the schema's
 * canonical document.
 */
package dev.linchpin.lance.schema;
