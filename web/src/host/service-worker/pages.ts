// Pages as the worker hands them out: with the headers that their host did not send.

type SiteHeaders = Readonly<Record<string, string>>;

/** What a page says of itself that wants to be isolated; an embed does not. */
const mark = '<meta name="application-name" content="Noisy Descent"';

/** A host that sends one of these has its own mind. */
const isolation = ['Cross-Origin-Opener-Policy', 'Cross-Origin-Embedder-Policy'];

/** The page with the site's headers where it wants to be isolated; `isOther` says that it does not. */
export async function openedPage(
  response: Response,
  headers: SiteHeaders,
): Promise<{ response: Response; isOther: boolean }> {
  const type = response.headers.get('Content-Type') ?? '';
  if (!response.ok || !type.startsWith('text/html')) return { response, isOther: false };
  const text = await response.text();
  const isOther = !text.includes(mark);
  return { response: withHeaders(response, text, isOther ? {} : headers), isOther };
}

/** The same page, isolated and under the site's policy; not so where the host isolates by itself. */
function withHeaders(
  { headers: sent, status, statusText }: Response,
  text: string,
  headers: SiteHeaders,
): Response {
  const all = new Headers(sent);
  if (!isolation.some((name) => all.has(name))) {
    for (const [name, value] of Object.entries(headers)) if (!all.has(name)) all.set(name, value);
  }
  return new Response(text, { status, statusText, headers: all });
}
