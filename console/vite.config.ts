import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Browsers of the last two years: what the styles use (light-dark, nesting, dialog) is there without translation. */
const BROWSERS = ['chrome123', 'edge123', 'firefox128', 'safari17.5'];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  plugins: [react(), tailwindcss()],
  build: {
    target: BROWSERS,
    sourcemap: false,
    // A picture inside a style sheet would need `data:` in more of the policy than images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The framework, the router and the query client; a page adds a few kilobytes.
    chunkSizeWarningLimit: 500,
  },
});
