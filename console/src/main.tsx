import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queries, router } from './router.ts';
import { nameCutTexts } from './ui/name-cut-text.ts';
import { applyTheme } from './ui/theme.ts';
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet exports nothing
import './styles/app.css';

applyTheme();
nameCutTexts();
const place = document.querySelector('#app');
if (!place) throw new Error('The page has no place for the Console.');
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
