/** What the killed processes were doing, and what a graph must hold before and after it. */
package dev.linchpin.faultinjection.scenario;
