// A Content-Security-Policy says nothing of peer connections, nor of leaving for another site with data in
// the address. Where the browser obeys the header Connection-Allowlist this is not needed.

interface Navigating extends Event {
  destination: { url: string };
}

/** Takes peer connections away, and lets nothing in the page lead it to another site. */
export function closeOutwards(): void {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) {
    Reflect.deleteProperty(globalThis, name);
  }
  const { navigation } = globalThis as { navigation?: EventTarget };
  navigation?.addEventListener('navigate', (event) => {
    const { origin } = new URL((event as Navigating).destination.url);
    if (origin !== location.origin) event.preventDefault();
  });
}
