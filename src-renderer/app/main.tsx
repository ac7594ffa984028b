import './style-nonce.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { Fallback } from './screens/fallback.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no place for the interface');
createRoot(root).render(
  <StrictMode>
    <Fallback>
      <App />
    </Fallback>
  </StrictMode>,
);
