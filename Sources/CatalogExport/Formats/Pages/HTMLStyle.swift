/// The style of HTML pages, for screens of any width, light and dark, and for paper.
enum HTMLStyle {
  static let text = """
    :root {
      color-scheme: light dark;
      --paper: #fcfbf9; --ink: #1f2428; --quiet: #5a636b; --line: #e4e0d9; --tint: #f3f1ec; --accent: #0b6657;
    }
    @media screen and (prefers-color-scheme: dark) {
      :root { --paper: #15181a; --ink: #e8e6e1; --quiet: #a2aab1; --line: #2e3438; --tint: #1d2124; --accent: #74cdb9; }
    }
    *, ::before, ::after { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
    body {
      margin: 0 auto; padding: 1.5rem 1.125rem 3rem; max-width: 66rem; background: var(--paper); color: var(--ink);
      font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; font-variant-numeric: tabular-nums;
      overflow-wrap: anywhere;
    }
    h1, h2, h3, h4, p, ul { margin: 0; padding: 0; }
    time { white-space: nowrap; }
    ul { list-style: none; }
    h1, h2, h3, h4 { font-weight: 650; line-height: 1.2; text-wrap: balance; }
    a { color: inherit; text-decoration: underline; text-decoration-color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .2em; }
    a:hover { color: var(--accent); }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 2px; }

    .top h1 { font-size: 1.125rem; color: var(--accent); }
    nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.125rem; }
    nav { margin-top: .5rem; font-size: .9375rem; }
    nav a { display: inline-block; padding: .25rem 0; }

    .campus { margin-top: 2.75rem; }
    .campus:first-child { margin-top: 0; }
    .top + main > .campus:first-child { margin-top: 1.75rem; padding-top: 1.75rem; border-top: 1px solid var(--line); }
    .campus + .campus { padding-top: 2.75rem; border-top: 1px solid var(--line); }
    .campus > header :is(h1, h2) { font-size: clamp(1.625rem, 1.3rem + 1.6vw, 2.25rem); letter-spacing: -.015em; }
    .moment { margin-top: .375rem; color: var(--quiet); }
    .moment time { color: var(--ink); font-weight: 600; }

    .campus > section { margin-top: 2.25rem; }
    .campus > section > :is(h2, h3) { font-size: 1.25rem; letter-spacing: -.005em; }
    .date { margin-left: .25em; font-weight: 400; color: var(--quiet); }

    table { width: 100%; border-collapse: separate; border-spacing: 0; margin-top: .25rem; }
    caption { text-align: left; color: var(--quiet); font-size: .875rem; padding-bottom: .5rem; }
    th, td { padding: .625rem 1rem .625rem 0; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
    th:last-child, td:last-child { padding-right: 0; }
    th { font-weight: 600; }
    thead th { border-top: 0; padding-top: .25rem; padding-bottom: .375rem; font-size: .8125rem; font-weight: 500; color: var(--quiet); }
    .group th { padding-top: 1.5rem; padding-bottom: .375rem; border-top: 0; font-size: .8125rem; letter-spacing: .06em; text-transform: uppercase; color: var(--accent); }
    tbody:first-of-type .group th { padding-top: .5rem; }

    .detail, .notice { margin-top: .125rem; font-size: .875rem; line-height: 1.4; font-weight: 400; color: var(--quiet); }
    .notice { padding-left: .625rem; margin-top: .375rem; border-left: 2px solid var(--line); color: var(--ink); white-space: pre-line; }
    .label { color: var(--quiet); }
    sup { font-size: .6875em; line-height: 0; color: var(--accent); font-weight: 600; margin-left: .15em; }
    .detail sup { margin-left: 0; }
    p.open, div.open { color: var(--accent); font-weight: 600; }
    p.closed, p.unknown { font-weight: 600; }
    .closed { color: var(--quiet); }
    .unknown { font-style: italic; }

    .today :is(th, td):first-child { width: 46%; }
    .today .group th { width: auto; }
    .day { display: grid; gap: .25rem 1.5rem; }
    .today li { font-size: .9375rem; line-height: 1.4; padding: .0625rem 0; }
    .day > div > ul { margin-top: .0625rem; }

    .wide { overflow-x: auto; margin: 0 -1.125rem; }
    .week caption { padding-left: 1.125rem; }
    .week tr > :first-child { padding-left: 1.125rem; }
    .week tr > :last-child { padding-right: 1.125rem; }
    .week table { font-size: .875rem; line-height: 1.4; }
    .week td, .week thead th { min-width: 6.25rem; padding-right: .75rem; overflow-wrap: normal; }
    .week thead th { white-space: nowrap; }
    .week tbody th, .week thead th:first-child { min-width: 8.5rem; max-width: 13rem; }
    .week .detail { font-size: .75rem; }

    .events td { width: 40%; font-size: .9375rem; }
    .later th:first-child { width: 46%; }
    .later li { font-size: .9375rem; line-height: 1.4; }
    .later li + li { margin-top: .5rem; }

    .nothing { margin-top: 1.25rem; }
    .list, .warnings { margin-top: .75rem; display: grid; gap: .75rem; }
    .list > li { padding: .875rem 1rem; background: var(--tint); border-left: 3px solid var(--line); border-radius: 0 .25rem .25rem 0; }
    .list > .major { border-left-color: var(--accent); border-left-width: 6px; }
    .list > .minor { border-left-color: var(--accent); }
    .list > li > :is(h3, h4) { font-size: 1.0625rem; }
    .list p { margin-top: .25rem; font-size: .9375rem; }
    .text { white-space: pre-line; max-width: 44rem; }
    .warnings > li { padding: .625rem 1rem; border: 1px dashed var(--quiet); border-radius: .25rem; font-size: .9375rem; }
    .warnings { margin-top: 1.25rem; }

    .sources { font-size: .875rem; }
    .sources table { line-height: 1.4; }
    .sources th:first-child { width: 58%; }
    .end { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--quiet); font-size: .875rem; }

    @media (min-width: 46rem) {
      body { padding: 2.5rem 2.25rem 4rem; }
      .day { grid-template-columns: minmax(0, 13rem) minmax(0, 1fr); }
      .today :is(th, td):first-child, .later th:first-child { width: 40%; }
      .events td { width: 30%; }
      .wide { margin: 0 -2.25rem; }
      .week caption, .week tr > :first-child { padding-left: 2.25rem; }
      .week tr > :last-child { padding-right: 2.25rem; }
    }
    @media screen and (max-width: 66rem) {
      .week tr:not(.group) > th:first-child { position: sticky; left: 0; background: var(--paper); }
    }
    @media (min-width: 66rem) {
      .wide { margin: 0; overflow: visible; }
      .week caption, .week tr > :first-child { padding-left: 0; }
      .week tr > :last-child { padding-right: 0; }
    }
    @media print {
      @page { margin: 14mm 12mm; }
      html { font-size: 8.5pt; }
      body { padding: 0; max-width: none; background: none; }
      nav, .links { display: none; }
      a { text-decoration: none; }
      .campus + .campus { break-before: page; margin: 0; padding: 0; border: 0; }
      h2, h3, h4, caption, thead, .group { break-after: avoid; }
      tr, .list > li { break-inside: avoid; }
      .wide { overflow: visible; margin: 0; }
      .week caption, .week tr > :first-child { padding-left: 0; }
      .week table { font-size: 7.5pt; }
      .week .detail { font-size: 6.5pt; }
      .week td, .week thead th, .week tbody th, .week thead th:first-child { min-width: 0; padding-right: 1.5mm; white-space: normal; }
      .day { grid-template-columns: 5fr 6fr; }
      th, td { padding-top: 1mm; padding-bottom: 1mm; }
      .campus > section { margin-top: 5mm; }
      .group th { padding-top: 2.5mm; padding-bottom: 1mm; }
    }

    """
}
