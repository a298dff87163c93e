/** Reads and writes links. The opening page needs none of it: it comes when it is asked for. */
export const loadLinks = () => import('../../../wasm/client/link/index.ts');

export type Links = Awaited<ReturnType<typeof loadLinks>>;
