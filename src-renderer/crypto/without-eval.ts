import { z } from 'zod';

// The content security policy forbids eval and reports each attempt.
z.config({ jitless: true });
