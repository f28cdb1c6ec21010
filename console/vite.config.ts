import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Browsers of the last two years: what the styles use (light-dark, nesting, dialog) is there without translation. */
const BROWSERS = ['chrome123', 'edge123', 'firefox128', 'safari17.5'];

/**
 * What every page is made of goes into two files. By itself the bundler would make sixty files of it. They compress worse and name each
 * other, which took 15 KB of the 200 that a first page may send.
 */
const FRAMEWORK =
  /node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?:react-router|router-core|history|react-query|query-core|react-store|store))\//;
const KIT =
  /\/console\/src\/(?:ui\/(?:badge|button|class-names|copy-button|empty-state|error-details|error-state|notice|page|skeleton|meter|theme|use-document-title|docs-link|form\/form-error|text\/[a-z-]+|overlay\/toast)|api\/(?:console-api|failure|session|pages)|strings\/(?:api|counted|page-titles|search-names|shell|ui)|docs)\.tsx?$/;

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
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: FRAMEWORK },
            { name: 'kit', test: KIT },
          ],
        },
      },
    },
  },
});
