/** What operators can watch: a listener and JDK Flight Recorder events. */
package dev.linchpin.observe;
