import { hashPasswordsQuickly } from './quick-password-hashes.ts';

// A file of its own: what a setup file holds is made again for each test file, and what it imports once for a process.
hashPasswordsQuickly();
