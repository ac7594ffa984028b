import './style-nonce.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { Fallback } from './screens/fallback.tsx';

const place = document.getElementById('root');
if (place === null) throw new Error('the page has no place for the interface');
createRoot(place).render(
  <StrictMode>
    <Fallback>
      <App />
    </Fallback>
  </StrictMode>,
);
