/**
 * Runs TLC on the protocol's specification and says what it found in words that a reviewer can use.
 *
 * <p>Start at {@link dev.linchpin.modelchecking.ModelCheck}. Each TLC run is a JVM of its own,
 * because two runs in one JVM leak static state into each other's verdicts.
 */
package dev.linchpin.modelchecking;
