/**
 * Recovery (seed sections 4.1 and 5): pure decisions ({@link
 * dev.linchpin.recovery.IntentClassifier}, {@link dev.linchpin.recovery.DriftJudge}) apart from the
 * acts that they lead to.
 */
package dev.linchpin.recovery;
