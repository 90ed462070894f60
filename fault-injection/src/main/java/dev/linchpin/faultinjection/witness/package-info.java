/**
 * What is durable, read with nothing but Lance and Jackson: none of the product's readers, codecs
 * or classifiers, so that a defect in them cannot hide itself.
 */
package dev.linchpin.faultinjection.witness;
