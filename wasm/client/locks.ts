/** The page's or worker's locks; absent on insecure pages, whatever the types say. */
export function locksHere(): LockManager | undefined {
  return (navigator as { locks?: LockManager }).locks;
}
