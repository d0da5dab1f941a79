/** A touchstone with a streak of gold and one of something else. */
export function Logo() {
  return (
    <>
      <svg class="logo" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="7" />
        <path class="gold" d="M7 23 25 9" />
        <path class="other" d="M7 15.500 16 8.500" />
      </svg>
      <span>Touchstone</span>
    </>
  );
}
