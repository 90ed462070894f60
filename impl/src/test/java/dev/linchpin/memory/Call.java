package dev.linchpin.memory;

/** Every call that a process makes to a port. */
public enum Call {
  MANIFEST_READ(false),
  MANIFEST_READ_AT(false),
  MANIFEST_CAS(true),
  MANIFEST_FIND(false),
  SIDECAR_LIST(false),
  SIDECAR_READ(false),
  SIDECAR_PUT(true),
  SIDECAR_REMOVE(true),
  AUDIT_RECORD(true),
  AUDIT_READ(false),
  REPAIR_RECORD(true),
  REPAIRS_READ(false),
  TABLE_HEAD(false),
  TABLE_COMMITS(false),
  TABLE_INSPECT(false),
  TABLE_COMMIT(true),
  TABLE_REALIGN(true),
  OWNER_CHECK(false);

  private final boolean durable;

  Call(boolean durable) {
    this.durable = durable;
  }

  /** Whether something may outlive the process once it returns. */
  public boolean durable() {
    return durable;
  }
}
