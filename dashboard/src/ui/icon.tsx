/** Outlines on a grid of 20 units; they say nothing that the text beside them does not. */
const PATHS = {
  overview: 'M3 10.500 10 4l7 6.500M5 9v7.500h10V9',
  screen: 'M9 3.500a5.500 5.500 0 1 1 0 11 5.500 5.500 0 0 1 0-11ZM13 13l4 4',
  screenings: 'M7 5h10M7 10h10M7 15h10M3.200 5h.1M3.200 10h.1M3.200 15h.1',
  verifications:
    'M2.500 5h15v10.500h-15ZM5 12.500c.400-1.600 3.600-1.600 4 0M7 7.700a1.100 1.100 0 1 1 0 2.200 1.100 1.100 0 0 1 0-2.200M12 8.500h3M12 11.500h3',
  alerts: 'M5 8.500a5 5 0 0 1 10 0c0 4 1.500 5 1.500 5h-13S5 12.500 5 8.500M8.500 16.500c.6.9 2.400.9 3 0',
  customers:
    'M7 4a3 3 0 1 1 0 6 3 3 0 0 1 0-6M2.500 16c.5-5 8.500-5 9 0M13 4.500a2.500 2.500 0 0 1 0 5M14 11.500c2 .4 3.300 2 3.500 4.500',
  ownLists: 'M4 3h12v14H4ZM7 7h6M7 10h6M7 13h3',
  media: 'M3 4h11v12H4.500A1.500 1.500 0 0 1 3 14.500ZM14 8h3v6.500a1.500 1.500 0 0 1-3 0M6 7.500h5M6 10.500h5M6 13h3',
  monitoring: 'M2.500 10h3l2-5 4 10 2-5h4',
  analytics: 'M4 16V9M10 16V4M16 16v-4M2.500 16.500h15',
  settings: 'M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4',
  docs: 'M6.500 5.500 2.500 10l4 4.500M13.500 5.500l4 4.500-4 4.500M11.500 4l-3 12',
  menu: 'M3 5.500h14M3 10h14M3 14.500h14',
  close: 'M5 5l10 10M15 5 5 15',
  copy: 'M7 7V3.500h9.500V13H13M3.500 7H13v9.500H3.500Z',
  check: 'M4 10.500 8 14.500 16 5.500',
  warning: 'M10 3 18 16.500H2ZM10 8v4M10 14.200v.1',
  info: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14M10 9.500v4M10 6.700v.1',
  up: 'M10 16V4.500M5 9.500l5-5 5 5',
  down: 'M10 4v11.500M5 10.500l5 5 5-5',
  back: 'M12 4.500 6.500 10 12 15.500',
  external: 'M8 4.500H4.500v11h11V12M11 4.500h4.500V9M15.500 4.500 9.500 10.500',
  out: 'M8 4H4v12h4M12 6.500l3.500 3.500L12 13.500M15 10H7.500',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
