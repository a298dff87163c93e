import 'noisy-descent/element';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

import experiment from './experiment.json';

// React 19 hands objects to the element as properties, and hears its events by their names.
function App() {
  const [status, setStatus] = useState('not run');
  return (
    <>
      <noisy-descent experiment={experiment} onresult={({ detail }) => setStatus(detail.status)} />
      <p id="status">{status}</p>
    </>
  );
}

createRoot(document.querySelector('#app')).render(<App />);
