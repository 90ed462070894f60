/**
 * The verified core. Read {@link dev.linchpin.write.WriteCoordinator} with seed section 4 in hand,
 * {@link dev.linchpin.recovery.IntentResolver} with section 5.
 */
package dev.linchpin;
