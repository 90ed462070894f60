/** Crash points, derived from the annotations of the code and from recorded runs. */
package dev.linchpin.faultinjection.point;
