// Every way that is known by which a script sends something to another server. Each function runs in a page
// or a worker: it stands alone, and may fail in any way.

/**
 * A function, or where the tests' own tools would change it, its text.
 *
 * @param address where to send it to: the data are a part of it
 */
export type Channel = string | ((address: string) => unknown);

/** In a page and in a worker. */
export const anywhere: Record<string, Channel> = {
  fetch: (address) => fetch(address).catch(() => undefined),
  'fetch-opaque': (address) => fetch(address, { mode: 'no-cors' }).catch(() => undefined),
  'fetch-that-outlives': (address) => {
    const body = 'data';
    fetch(address, { mode: 'no-cors', method: 'POST', keepalive: true, body }).catch(() => null);
  },
  xhr: (address) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.send('data');
  },
  import: '(address) => import(address)',
  'web-socket': (address) => new WebSocket(address.replace('http', 'ws')),
  'event-source': (address) => new EventSource(address),
  'cache-add': async (address) => {
    const cache = await caches.open('channel');
    await cache.add(new Request(address, { mode: 'no-cors' })).catch(() => undefined);
    await caches.delete('channel');
  },
  font: (address) => new FontFace('Channel', `url(${address})`).load().catch(() => undefined),
  'blob-worker': (address) => {
    const code = `fetch(${JSON.stringify(address)}, { mode: 'no-cors' }).catch(() => undefined)`;
    new Worker(URL.createObjectURL(new Blob([code])));
  },
  'blob-worker-script': (address) => {
    const code = `importScripts(${JSON.stringify(address)})`;
    new Worker(URL.createObjectURL(new Blob([code])));
  },
};

/** In a page; it stays where it is. */
export const inPage: Record<string, Channel> = {
  beacon: (address) => navigator.sendBeacon(address, 'data'),
  image: (address) => {
    new Image().src = address;
  },
  'style-url': (address) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`body { background-image: url(${address}) }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return getComputedStyle(document.body).backgroundImage;
  },
  script: (address) => {
    document.head.append(Object.assign(document.createElement('script'), { src: address }));
  },
  'style-sheet': (address) => {
    const rel = 'stylesheet';
    document.head.append(Object.assign(document.createElement('link'), { rel, href: address }));
  },
  prefetch: (address) => {
    const rel = 'prefetch';
    document.head.append(Object.assign(document.createElement('link'), { rel, href: address }));
  },
  preload: (address) => {
    const link = { rel: 'preload', as: 'image', href: address };
    document.head.append(Object.assign(document.createElement('link'), link));
  },
  'module-preload': (address) => {
    const rel = 'modulepreload';
    document.head.append(Object.assign(document.createElement('link'), { rel, href: address }));
  },
  speculation: (address) => {
    const rules = { prefetch: [{ source: 'list', urls: [address], eagerness: 'immediate' }] };
    const script = { type: 'speculationrules', textContent: JSON.stringify(rules) };
    document.head.append(Object.assign(document.createElement('script'), script));
  },
  frame: (address) => {
    document.body.append(Object.assign(document.createElement('iframe'), { src: address }));
  },
  'frame-inside': (address) => {
    const srcdoc = `<img src="${address}">`;
    document.body.append(Object.assign(document.createElement('iframe'), { srcdoc }));
  },
  object: (address) => {
    document.body.append(Object.assign(document.createElement('object'), { data: address }));
  },
  video: (address) => {
    document.body.append(Object.assign(document.createElement('video'), { src: address }));
  },
  ping: (address) => {
    const link = Object.assign(document.createElement('a'), { href: '#here', ping: address });
    document.body.append(link);
    link.click();
  },
  'form-in-frame': (address) => {
    const name = 'form-target';
    document.body.append(Object.assign(document.createElement('iframe'), { name }));
    const form = { action: address, method: 'post', target: name };
    const made = Object.assign(document.createElement('form'), form);
    document.body.append(made);
    made.submit();
  },
};

/** In a page, which they try to lead to the other server. */
export const leaving: Record<string, Channel> = {
  location: (address) => {
    location.assign(address);
  },
  link: (address) => {
    const link = Object.assign(document.createElement('a'), { href: address });
    document.body.append(link);
    link.click();
  },
  'link-of-a-frame': (address) => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const inside = frame.contentDocument!;
    const link = Object.assign(inside.createElement('a'), { href: address, target: '_top' });
    inside.body.append(link);
    link.click();
  },
  refresh: (address) => {
    const meta = { httpEquiv: 'refresh', content: `0;url=${address}` };
    document.head.append(Object.assign(document.createElement('meta'), meta));
  },
  form: (address) => {
    const form = Object.assign(document.createElement('form'), { action: address });
    document.body.append(form);
    form.submit();
  },
};

/** In a page, which they leave alone, and open another window. */
export const opening: Record<string, Channel> = {
  window: (address) => open(address),
  'link-to-a-window': (address) => {
    const link = { href: address, target: '_blank' };
    const made = Object.assign(document.createElement('a'), link);
    document.body.append(made);
    made.click();
  },
};

/** Asks a server by packets for the way to a peer, which nobody answers. */
export async function askForPeer(port: number): Promise<string> {
  if (!('RTCPeerConnection' in globalThis)) return 'there is none';
  try {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${port}` }] });
    peer.createDataChannel('channel');
    await peer.setLocalDescription(await peer.createOffer());
    return 'asked';
  } catch (error) {
    return String(error);
  }
}
