import { setNonce } from 'get-nonce';
import { contentNonce } from '../ui/page/content-nonce.ts';

// The dialog library adds a style that prevents scrolling behind a dialog.
setNonce(contentNonce());
