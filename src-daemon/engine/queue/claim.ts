/** The limits of everything that runs at once. */
export interface SlotLimits {
  concurrency: number;
  memoryMb: number;
}

/** The slot and the memory of a run, or of a live sandbox, which holds them until it ends. */
export interface Claim {
  fairnessKey: string;
  memoryMb: number;
  isHeld: boolean;
}
