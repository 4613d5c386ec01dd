export type HaltReason =
  | { kind: 'interrupted' }
  | { kind: 'authorisation'; message: string }
  | { kind: 'redirect'; message: string }
  /** The answer does not fit the interface: `address` is most likely not the service's. */
  | { kind: 'address'; address: string; message: string }
  | { kind: 'unreachable'; message: string }
  | { kind: 'held-off'; message: string }
  | { kind: 'unknowns'; count: number }
  /** Consecutive answers about another row. */
  | { kind: 'mixed-up'; count: number }
  | { kind: 'errors'; count: number }
  | { kind: 'rejections'; field: string; message: string }
  | { kind: 'broken'; error: unknown }
