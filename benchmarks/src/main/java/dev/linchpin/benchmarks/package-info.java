/** What a commit costs over bare Lance, as ratios of one run. */
package dev.linchpin.benchmarks;
