/** Child JVMs: started with the current class path, watched, killed, cleaned up after. */
package dev.linchpin.faultinjection.jvm;
