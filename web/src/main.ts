import './app/page.ts';
