// The front-end module for notebooks, by anywidget's conventions: one file that imports and fetches nothing.
import type { HostMessage, NotebookWidget } from '../../../wasm/client/anywidget.ts';
import '../element/index.ts';
import { View } from './view.ts';

/** Called once for each widget; a notebook shows a widget in as many outputs as it likes. */
export default function widget(): NotebookWidget {
  const views = new Set<View>();

  function hear(message: HostMessage, buffers: DataView[]): void {
    if (message.type === 'data') {
      views.forEach((view) => {
        view.supply(message.version, buffers[0]);
      });
      return;
    }
    // A run in each view would draw noise anew in each.
    const first = views.values().next().value;
    if (message.type === 'run') first?.element.run();
    if (message.type === 'cancel') first?.element.cancel();
  }

  return {
    initialize: ({ model }) => {
      model.on('msg:custom', hear);
      return () => {
        model.off('msg:custom', hear);
      };
    },
    render: ({ model, el, signal }) => {
      const view = new View(model, el, views.size === 0);
      views.add(view);
      const close = () => {
        views.delete(view);
        view.close();
      };
      signal?.addEventListener('abort', close);
      return close;
    },
  };
}
