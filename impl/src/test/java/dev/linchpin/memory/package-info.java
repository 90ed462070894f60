/**
 * A substrate in memory that implements every port with a hook before and after every call, so that
 * a test can crash a process there, lose a reply, or let other processes run in between.
 */
package dev.linchpin.memory;
