import type { Experiment } from 'noisy-descent';
import 'noisy-descent/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

import file from './experiment.json';

// TypeScript reads the words of a JSON file as any texts.
const experiment = file as Experiment;

// React 19 hands objects to the element as properties, and hears its events by their names.
function App() {
  const [status, setStatus] = useState('not run');
  return (
    <>
      <noisy-descent
        experiment={experiment}
        onresult={({ detail }) => setStatus(detail.status)}
        onerror={({ detail }) => setStatus(detail.message)}
      />
      <p id="status">{status}</p>
    </>
  );
}

createRoot(document.querySelector('#app')!).render(<App />);
