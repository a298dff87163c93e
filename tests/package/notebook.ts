// A page that shows widgets as notebooks do: each from a text, with a model of anywidget's, in Chromium.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';

/** What a host is asked to show. */
export interface Shown {
  module: string;
  /** The traits. */
  state: Record<string, unknown>;
  /** The records that the host has, as text; null without any. */
  data?: string | null;
}

/** What the page has of a widget, for a test to look at. */
export interface Seen {
  state: Record<string, unknown>;
  /** The names of traits that it has read and written. */
  read: string[];
  written: string[];
  /** Messages to the host. */
  sent: unknown[];
  listeners: number;
  /** Results that came from the page. */
  results: number;
}

export interface Result {
  status: string;
  fingerprint: string;
  experiment: { title: string };
  privacy: { statement: { text: string[] } };
}

/**
 * Nothing may be fetched: the module comes from a blob, as anywidget loads it, and so does its worker. The
 * tests' own scripts are the inline ones.
 */
export const notebookPolicy = [
  "default-src 'none'",
  "script-src blob: 'unsafe-inline' 'wasm-unsafe-eval'",
  'worker-src blob:',
  "style-src 'unsafe-inline'",
].join('; ');

/** Runs in the page; `window.notebook` is what tests call. */
const host = `window.notebook = (() => {
  const widgets = new Map();

  class Model {
    constructor(state, data) {
      this.state = state;
      this.data = data;
      this.listeners = [];
      this.seen = { read: new Set(), written: new Set(), sent: [], results: 0 };
    }
    get(name) {
      this.seen.read.add(name);
      return this.state[name];
    }
    set(name, value) {
      this.seen.written.add(name);
      if (name === 'result' && value !== null) this.seen.results += 1;
      this.change(name, value);
    }
    /** From the page or from the host. */
    change(name, value) {
      const isSame = JSON.stringify(this.state[name]) === JSON.stringify(value);
      this.state[name] = value;
      if (!isSame) this.fire('change:' + name);
    }
    save_changes() {
      structuredClone(this.state);
    }
    on(event, listener) {
      this.listeners.push({ event, listener });
    }
    off(event, listener) {
      this.listeners = this.listeners.filter((one) => one.event !== event || one.listener !== listener);
    }
    fire(event, ...words) {
      for (const one of this.listeners) if (one.event === event) one.listener(...words);
    }
    async send(message) {
      this.seen.sent.push(message);
      const bytes = new TextEncoder().encode(this.data);
      await null;
      const answer = { type: 'data', version: this.state.data_version };
      this.fire('msg:custom', answer, [new DataView(bytes.buffer)]);
    }
  }

  return {
    /** Loads the module anew, as for each widget, and initializes the widget. */
    async open(name, { module, state, data = null }) {
      const address = URL.createObjectURL(new Blob([module], { type: 'text/javascript' }));
      const { default: create } = await import(address);
      URL.revokeObjectURL(address);
      const model = new Model(state, data);
      const widget = await create();
      await widget.initialize({ model });
      widgets.set(name, { model, widget });
    },
    /** One more output that shows it; ended by 'cleanup' or by 'signal'. */
    async view(name, output) {
      const { model, widget } = widgets.get(name);
      const el = document.createElement('div');
      el.id = output;
      const controller = new AbortController();
      const cleanup = await widget.render({ model, el, signal: controller.signal });
      // Hosts put the output into the page when it is rendered.
      document.body.append(el);
      el.end = (how) => (how === 'signal' ? controller.abort() : cleanup());
    },
    end: (output, how) => document.getElementById(output).end(how),
    change: (name, trait, value) => widgets.get(name).model.change(trait, value),
    supply(name, data) {
      const { model } = widgets.get(name);
      model.data = data;
      model.change('data_version', model.state.data_version + 1);
    },
    tell: (name, message) => widgets.get(name).model.fire('msg:custom', message, []),
    seen(name) {
      const { seen, state, listeners } = widgets.get(name).model;
      const { read, written, sent, results } = seen;
      return { state, read: [...read], written: [...written], sent, results, listeners: listeners.length };
    },
  };
})();
window.outside = [];
document.addEventListener('keydown', ({ key }) => window.outside.push(key));`;

type Call = [name: string, ...words: unknown[]];

/** One page of a notebook, whatever it shows. */
export class Notebook {
  readonly page: Page;
  /** Addresses that it asked for, and what it complained about. */
  readonly asked: string[] = [];
  readonly complaints: string[] = [];
  private readonly context: BrowserContext;

  private constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
  }

  static async open(browser: Browser, headers = {}, body = '<body>'): Promise<Notebook> {
    const context = await browser.newContext({ viewport: { width: 1000, height: 3000 } });
    context.setDefaultTimeout(20_000);
    const page = await context.newPage();
    const notebook = new Notebook(context, page);
    const address = 'https://notebook.test/';
    await page.route(address, (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'Content-Security-Policy': notebookPolicy, ...headers },
        body: `<!doctype html><title>Notebook</title>${body}<script>${host}</script>`,
      }),
    );
    await page.goto(address);
    await context.setOffline(true);
    page.on('pageerror', (error) => notebook.complaints.push(error.stack ?? error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') notebook.complaints.push(message.text());
    });
    context.on('request', (request) => {
      if (!request.url().startsWith('blob:')) notebook.asked.push(request.url());
    });
    return notebook;
  }

  /** A widget with one view, in an output of the same name. */
  async show(name: string, shown: Shown): Promise<void> {
    await this.call('open', name, { ...shown, state: { ...defaults, ...shown.state } });
    await this.call('view', name, name);
  }

  call(...[name, ...words]: Call): Promise<unknown> {
    return this.page.evaluate(
      ([method, given]) =>
        (
          window as unknown as { notebook: Record<string, (...all: unknown[]) => unknown> }
        ).notebook[method](...given),
      [name, words] as const,
    );
  }

  seen(name: string): Promise<Seen> {
    return this.call('seen', name) as Promise<Seen>;
  }

  /** Waits until what is seen of a widget is so, and gives it. */
  async until(name: string, isSo: (seen: Seen) => boolean): Promise<Seen> {
    await expect.poll(async () => isSo(await this.seen(name)), { timeout: 20_000 }).toBe(true);
    return this.seen(name);
  }

  /** Waits for so many results of a widget, and gives the last. */
  async ran(name: string, results = 1): Promise<Result> {
    const { state } = await this.until(name, (seen) => seen.results >= results);
    return state.result as Result;
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

/** The traits of a widget that was given nothing. */
const defaults = {
  experiment: null,
  link: null,
  view: 'chart',
  theme: 'auto',
  hide: '',
  start: 'visible',
  data_version: 0,
  plan: null,
  result: null,
  error: null,
};
