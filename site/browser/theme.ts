// Runs before the first drawing, so that nothing flashes. The Console keeps the choice at the same place.
try {
  const theme = localStorage.getItem('svc-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
} catch {
  // Browsers that keep nothing have the system's.
}
