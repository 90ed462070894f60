/** What operators can watch: recovery reports, a listener and JDK Flight Recorder events. */
package dev.linchpin.observe;
