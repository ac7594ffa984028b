import { setNonce } from 'get-nonce';
import { contentNonce } from '../ui/page/content-nonce.ts';

// What locks the scroll behind a dialog does it with a style of its own.
setNonce(contentNonce());
