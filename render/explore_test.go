package render

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"runreport/render/pagetest"
	"runreport/unit/tier"
)

// deed is something that a reader does, and what then holds.
type deed struct {
	press string // keys
	run   string // JavaScript, for what has no key
	want  string // a condition that comes true
}

// shorthand is what conditions are written in.
const shorthand = `
	window.$ = (selector) => document.querySelector(selector);
	window.order = (table) => Array.from($('#table-' + table).tBodies[0].rows).filter((r) => !r.hidden).map((r) => r.cells[0].textContent.slice(5)).join('');
	window.type = (input, text) => { input.focus(); input.value = text; input.dispatchEvent(new Event('input', { bubbles: true })); };
	window.filter = (table) => $('#table-' + table).closest('.sheet').querySelector('.filter');
	window.head = (table, column) => $('#table-' + table).tHead.rows[0].cells[column - 1];
	window.row = (id) => document.getElementById(id);
	window.addEventListener('error', (e) => console.error(e.message));
	0`

var explorations = []struct {
	name, hash string
	deeds      []deed
}{
	{name: "filter", deeds: []deed{
		{run: `type(filter('steps').querySelector('input'), 'STEP-B')`, want: `order('steps') === 'b' && filter('steps').querySelector('output').textContent === '1 of 12 rows'`},
		{want: `location.hash === '#?t.steps.q=STEP-B'`},
		{run: `type(filter('steps').querySelector('input'), 'cut checking')`, want: `order('steps') === 'd'`},
		{run: `type(filter('steps').querySelector('input'), 'no such')`, want: `order('steps') === '' && filter('steps').querySelector('output').textContent === '0 of 12 rows'`},
		{press: "\x1b", want: `order('steps') === 'abcdefghijkl' && filter('steps').querySelector('output').textContent === '' && location.hash === ''`},
	}},
	{name: "sort", deeds: []deed{
		{run: `head('steps', 3).querySelector('button').click()`, want: `order('steps') === 'lkjihgfecbad' && head('steps', 3).ariaSort === 'ascending'`},
		{run: `head('steps', 3).querySelector('button').focus()`, press: "\r", want: `order('steps') === 'abcefghijkld' && head('steps', 3).ariaSort === 'descending' && location.hash === '#?t.steps.s=-3'`},
		{press: "\r", want: `order('steps') === 'abcdefghijkl' && !head('steps', 3).hasAttribute('aria-sort')`},
		{run: `head('steps', 4).querySelector('button').click()`, want: `order('steps') === 'abcdefghijkl' && head('steps', 4).ariaSort === 'ascending'`},
		{run: `head('steps', 4).querySelector('button').click()`, want: `order('steps') === 'lkjihgfedcba'`},
	}},
	// A browser looks at every field as soon as a page is there, and lays out what is around it.
	{name: "no field is laid out later", deeds: []deed{
		{want: `document.documentElement.classList.contains('whole')`},
		{run: `document.documentElement.classList.remove('whole')`, want: `window.later = Array.from(document.querySelectorAll('main *')).filter((e) => getComputedStyle(e).contentVisibility === 'auto'), later.length > 5`},
		{want: `$('main input') && !later.some((e) => e.querySelector('input, select, textarea'))`},
	}},
	{name: "search", deeds: []deed{
		{press: "/", want: `document.activeElement === $('#search')`},
		{press: "make step-c", want: `$('#found').textContent === '1 hit' && $('#table-commands').closest('details').open && $('[data-hits]').dataset.hits === '1'`},
		{press: "\r", want: `$('#found').textContent === '1 of 1 hit' && row('commands.step-c').matches('.hit-now')`},
		{want: `location.hash === '#?q=make+step-c'`},
		{press: "\x1b", want: `!$('.hit') && !$('#table-commands').closest('details').open && $('#search').value === '' && location.hash === ''`},
		{run: `type($('#search'), 'slow')`, want: `$('#found').textContent === '4 hits' && $('#notes summary').dataset.hits === '1'`},
		{run: `$('[data-step="-1"]').click()`, want: `$('.hit-now').textContent === 'Nothing else is slow.'`},
		{run: `type($('#search'), 'checking')`, want: `$('#found').textContent === '1 hit'`},
		{run: `$('[data-step="1"]').click()`, want: `row('steps.step-d').querySelector('details').open`},
	}},
	{name: "link", hash: "#pace?t.steps.q=step&t.steps.s=-4&q=release&row=steps.step-k&open=table-commands", deeds: []deed{
		{want: `order('steps') === 'lkjihgfedcba' && filter('steps').querySelector('input').value === 'step' && head('steps', 4).ariaSort === 'descending'`},
		{want: `$('#search').value === 'release' && row('steps.step-k').ariaCurrent === 'true' && $('#table-commands').closest('details').open && $(':target').id === 'pace'`},
	}},
	{name: "link to a row", hash: "#steps.step-k", deeds: []deed{
		{want: `row('steps.step-k').ariaCurrent === 'true' && $(':target').id === 'steps.step-k' && order('steps') === 'abcdefghijkl'`},
	}},
	{name: "link to a folded row", hash: "#commands.step-b", deeds: []deed{
		{want: `row('commands.step-b').checkVisibility() && $('#table-commands').closest('details').open`},
	}},
	{name: "hostile link", hash: `#"><img src=x onerror=alert(1)>?t.steps.s=99&t.nothing.q=x&t.__proto__.q=x&row=%E0%A4%A&open=</script>&q=<b>`, deeds: []deed{
		{want: `order('steps') === 'abcdefghijkl' && $('#search').value === '<b>' && !$('img')`},
	}},
	{name: "back", deeds: []deed{
		{run: `head('steps', 4).querySelector('button').click()`, want: `location.hash === '#?t.steps.s=4'`},
		{run: `location.hash = 'notes'`, want: `location.hash === '#notes?t.steps.s=4'`},
		{run: `setTimeout(() => head('steps', 4).querySelector('button').click(), 1100)`, want: `location.hash === '#notes?t.steps.s=-4'`},
		{run: `history.back()`, want: `location.hash === '#notes?t.steps.s=4' && order('steps') === 'abcdefghijkl'`},
		{run: `history.go(-2)`, want: `location.hash === '' && !$('[aria-sort]')`},
		{run: `history.forward()`, want: `$('[aria-sort]').ariaSort === 'ascending'`},
	}},
	{name: "typing makes one entry", deeds: []deed{
		{run: `window.entries = history.length; 'step'.split('').forEach((_, i) => setTimeout(() => type($('#search'), 'step'.slice(0, i + 1)), 200 * i))`, want: `location.hash === '#?q=step'`},
		{want: `history.length === entries + 1`},
	}},
	{name: "keyboard", deeds: []deed{
		{press: "j", want: `document.activeElement.id === 'steps.step-a' && location.hash === '#?row=steps.step-a'`},
		{press: "jjj", want: `document.activeElement.id === 'steps.step-d' && $('#table-steps').querySelectorAll('tr[tabindex]').length === 1`},
		{press: "\r", want: `row('steps.step-d').querySelector('details').open`},
		{press: "k", want: `document.activeElement.id === 'steps.step-c' && !$('#row-tools').hidden`},
		{run: `window.pasted = ''; navigator.clipboard.writeText = async (text) => { pasted = text; }`, press: "c", want: `pasted.endsWith('| step-c | release | 1 h 41 min | 11 | a.jsonl:3 |\n') && $('#told').textContent === 'Row copied'`},
		{press: "l", want: `pasted.endsWith('index.html#steps.step-c')`},
		{press: "\t\t\t", want: `document.activeElement.name === 'link'`},
		{press: "?", want: `$('#keys').open`},
		{run: `$('#letters').checked = false; $('#keys').close()`, press: "/", want: `document.activeElement !== $('#search')`},
	}},
	{name: "the focus is never lost", deeds: []deed{
		{press: "jj/", want: `document.activeElement === $('#search')`},
		{press: "\x1b", want: `document.activeElement.id === 'steps.step-b'`},
		{press: "/step-e\r", want: `row('steps.step-e').matches('.hit-now')`},
		{press: "\x1b", want: `document.activeElement.id === 'steps.step-e' && !$('.hit') && row('steps.step-e').ariaCurrent === 'true'`},
		{press: "\x1b", want: `document.activeElement.id === 'steps.step-e' && !$('main [aria-current]') && $('#row-tools').hidden`},
		{press: "j", want: `document.activeElement.id === 'steps.step-f'`},
	}},
	{name: "why", deeds: []deed{
		{press: "jjjw", want: `$('#told').textContent === 'Nothing in this row is cut or missing'`},
		{press: "jw", want: `$('#told').textContent === 'n/a: open' && $('#told').matches('.tell')`},
	}},
	{name: "tools go with their row", deeds: []deed{
		{run: `window.beside = (id) => Math.abs(row(id).getBoundingClientRect().top - $('#row-tools').getBoundingClientRect().top) < 2; row('steps.step-b').click()`, want: `beside('steps.step-b')`},
		{run: `head('steps', 4).querySelector('button').click(); head('steps', 4).querySelector('button').click()`, want: `order('steps') === 'lkjihgfedcba' && beside('steps.step-b')`},
		{run: `type(filter('steps').querySelector('input'), 'step-a')`, want: `$('#row-tools').hidden`},
		{run: `type(filter('steps').querySelector('input'), '')`, want: `!$('#row-tools').hidden && beside('steps.step-b')`},
	}},
	{name: "tab leaves every table", deeds: []deed{
		{run: `$('#table-steps').closest('.scroll').focus()`, press: strings.Repeat("\t", 11), want: `!document.activeElement.closest('#table-steps') && document.activeElement !== document.body`},
	}},
	{name: "clipboard without permission", deeds: []deed{
		{run: `navigator.clipboard.writeText = () => Promise.reject(new Error('no')); document.addEventListener('copy', () => { window.pasted = String(document.activeElement.value); })`, press: "jc", want: `pasted.includes('| step-a | release |') && !$('textarea') && document.activeElement.id === 'steps.step-a'`},
	}},
	{name: "zoom", deeds: []deed{
		{run: `$('#figure-timeline').scrollIntoView()`, want: `$('#figure-timeline').matches('.chart-drawn') && !$('#figure-slow .zoom')`},
		{run: `window.stage = $('#figure-timeline .chart-live'); window.host = stage.querySelector('[tabindex]'); host.focus()`, press: "++", want: `Math.round(stage.scrollWidth / stage.clientWidth) === 4 && stage.scrollLeft > stage.clientWidth && $('.zoom output').textContent === '4×'`},
		{run: `stage.dispatchEvent(new WheelEvent('wheel', { ctrlKey: true, deltaY: -150, cancelable: true }))`, want: `stage.scrollWidth > 7 * stage.clientWidth`},
		{run: `$('.zoom button:last-of-type').click()`, want: `stage.scrollWidth === stage.clientWidth && $('.zoom output').textContent === ''`},
		{want: `document.documentElement.scrollWidth <= innerWidth`},
	}},
	{name: "names stay when a chart is zoomed", deeds: []deed{
		{run: `$('#figure-timeline').scrollIntoView()`, want: `$('#figure-timeline').matches('.chart-drawn')`},
		{run: `window.stage = $('#figure-timeline .chart-live'); window.host = stage.querySelector('[tabindex]'); window.texts = () => Array.from(host.querySelectorAll('text'));
			window.standing = () => texts().filter((t) => /build|integration|passed|failed|UTC/.test(t.textContent)).map((t) => t.textContent + Math.round(t.getBoundingClientRect().left)).sort().join();
			window.hours = () => texts().map((t) => t.textContent).filter((t) => /:/.test(t)).join();
			window.before = [standing(), hours()]; host.focus()`, press: "+++", want: `getComputedStyle(host).outlineOffset === '-2px' && Math.round(stage.scrollWidth / stage.clientWidth) === 8 && standing() === before[0] && hours() !== before[1]`},
		{run: `window.middle = hours(); stage.scrollLeft = 0`, want: `standing() === before[0] && hours() !== middle && host.getBoundingClientRect().left === stage.getBoundingClientRect().left`},
		{press: "\u0302", want: `stage.scrollLeft > stage.clientWidth / 2 && stage.querySelector('[role=status]').textContent.includes('integration-tests. failed')`}, // the arrow to the left: the last try, out of sight
		{run: `$('.zoom button:last-of-type').click()`, want: `standing() === before[0] && hours() === before[1]`},
	}},
	{name: "long", deeds: []deed{
		// The first rows stand at once; printing does not wait for the others.
		{run: `head('many', 2).querySelector('button').click(); const rows = $('#table-many').tBodies[0].rows, all = () => Array.from(rows, (r) => Number(r.cells[1].textContent));
			window.top3 = all().slice(0, 3).join(); window.early = all().every((n, i) => n === i); dispatchEvent(new Event('beforeprint')); window.late = all().every((n, i) => n === i)`,
			want: `top3 === '0,1,2' && !early && late`},
		{run: `head('many', 2).querySelector('button').click()`, want: `Array.from($('#table-many').tBodies[0].rows).every((r, i) => Number(r.cells[1].textContent) === 699 - i)`},
		{run: `type(filter('many').querySelector('input'), 'row-00')`, want: `order('many').length === 20 && filter('many').querySelector('output').textContent === '10 of 700 rows'`},
		{run: `type(filter('many').querySelector('input'), '')`, want: `Array.from($('#table-many').tBodies[0].rows).every((r, i) => !r.hidden && Number(r.cells[1].textContent) === 699 - i)`},
		{run: `row('many.row-650').tabIndex = 0; row('many.row-650').focus(); head('many', 1).querySelector('button').click(); dispatchEvent(new Event('beforeprint'))`, want: `document.activeElement.id === 'many.row-650' && $('#table-many').tBodies[0].rows[650] === document.activeElement`},
		{run: `type(filter('many').querySelector('input'), 'row-00'); location.hash = 'many.row-650'`, want: `!row('many.row-650').hidden && row('many.row-650').ariaCurrent === 'true' && filter('many').querySelector('input').value === ''`},
	}},
	{name: "chips", deeds: []deed{
		{run: `window.chip = (value) => $('#results button[data-value="' + value + '"]')`, want: `chip('failed').textContent === 'failed 2' && chip('left').textContent === 'left 7' && $('#table-results').tBodies[0].rows.length === 14`},
		{run: `chip('failed').click()`, want: `filter('results').querySelector('output').textContent === '2 of 14 rows'`},
		{run: `chip('flaky').click()`, want: `filter('results').querySelector('output').textContent === '4 of 14 rows' && chip('flaky').ariaPressed === 'true' && location.hash === '#?t.results.c=2.failed%7E2.flaky'`},
		{run: `chip('left').click()`, want: `filter('results').querySelector('output').textContent === '2 of 14 rows'`},
		{run: `['failed', 'flaky', 'left'].forEach((v) => chip(v).click())`, want: `filter('results').querySelector('output').textContent === '' && location.hash === ''`},
		{want: `row('results.r-13').cells[3].style.getPropertyValue('--share') === '100.0%' && row('results.r-00').cells[3].style.getPropertyValue('--share') === ''`},
	}},
	{name: "link to chips and columns", hash: "#results?t.results.c=2.failed~1.left~99.x~4.y&t.results.h=4", deeds: []deed{
		{want: `filter('results').querySelector('output').textContent === '1 of 14 rows' && getComputedStyle(head('results', 5)).display === 'none' && getComputedStyle(head('results', 6)).display !== 'none'`},
	}},
	{name: "chooser, copy and CSV", deeds: []deed{
		{want: `getComputedStyle(head('results', 6)).display === 'none'`},
		{run: `$('#results .columns').open = true; $('#results .columns input[data-column="5"]').click(); $('#results .columns input[data-column="1"]').click()`, want: `getComputedStyle(head('results', 6)).display !== 'none' && getComputedStyle(row('results.r-00').cells[1]).display === 'none' && location.hash === '#?t.results.h=1'`},
		{run: `window.pasted = ''; navigator.clipboard.writeText = async (text) => { pasted = text; }; $('#results button[data-value="failed"]').click(); $('#results [name="markdown"]').click()`, want: `pasted === '| Name | Result | Took | Note | Extra |\n| --- | --- | ---: | --- | --- |\n| r-00 | failed | 0 | =note, 0 | more |\n| r-07 | failed | 7 | =note, 7 | more |\n'`},
		{run: `window.saved = ''; URL.createObjectURL = (blob) => { blob.text().then((text) => { saved = text; }); return '#'; }; HTMLAnchorElement.prototype.click = function () { window.file = this.download; }; $('#results [name="csv"]').click()`, want: `file === 'results.csv' && saved.replace('\ufeff', '') === 'Name,Result,Took,Note,Extra\r\nr-00,failed,0,"\'=note, 0",more\r\nr-07,failed,7,"\'=note, 7",more\r\n'`},
	}},
	{name: "compare", deeds: []deed{
		{want: `$('.pickers [name=a]').selectedOptions[0].text === 'old passed (kahn, shop, 2026-03-01)' && $('.pickers [name=b]').selectedOptions[0].text === 'new failed (kahn, shop, 2026-03-02)'`},
		{want: `$('#compared p').textContent === '4 items: 2 with another result, 1 with another duration (10 % and 1 s or more).'`},
		{run: `window.compared = () => Array.from($('#compared tbody').rows, (r) => Array.from(r.cells, (c) => c.textContent).join(' ')).join('; ')`, want: `compared() === 'build passed failed 10 s 10 s +0 %; added not there passed – 1 s –; lint passed passed 1 min 00 s 1 min 30 s +50 %'`},
		{run: `$('.pickers [name=same]').click()`, want: `$('#compared tbody').rows.length === 4`},
		{run: `$('.pickers [name=a]').value = 1; $('.pickers [name=a]').dispatchEvent(new Event('change', { bubbles: true }))`, want: `$('#compared p').textContent.startsWith('5 items: 5 with another result') && new URLSearchParams(location.hash.split('?')[1]).get('compare') === 'k/other~~k/new'`},
	}},
	{name: "link to a comparison", hash: "#?compare=k/other~~k/old", deeds: []deed{
		{want: `$('.pickers [name=a]').value === '1' && $('.pickers [name=b]').value === '2' && $('#compared p').textContent.startsWith('4 items: 4')`},
	}},
	{name: "open all", deeds: []deed{
		{run: `document.querySelectorAll('main details').forEach((d) => { d.open = false; }); $('.open-all').click()`, want: `Array.from(document.querySelectorAll('main :is(.chapter, .fold)')).every((d) => d.open) && $('.open-all').textContent === 'Close all'`},
		{run: `$('.open-all').click()`, want: `!$('main :is(.chapter, .fold)[open]')`},
	}},
	{name: "linked", deeds: []deed{
		{run: `$('#figure-slow').scrollIntoView()`, want: `$('#figure-slow').matches('.chart-drawn')`},
		{run: `row('steps.step-b').dispatchEvent(new Event('pointerover', { bubbles: true }))`, want: `row('commands.step-b').matches('.linked') && document.querySelectorAll('.linked').length === 1`},
		{run: `$('#figure-slow').dispatchEvent(new CustomEvent('chart-point', { bubbles: true, detail: ['release: step-c'] }))`, want: `row('steps.step-c').matches('.linked') && row('commands.step-c').matches('.linked') && !row('steps.step-b').matches('.linked')`},
		{run: `$('#figure-slow').dispatchEvent(new CustomEvent('chart-point', { bubbles: true, detail: [] }))`, want: `!$('.linked')`},
		{run: `$('#figure-slow').dispatchEvent(new CustomEvent('chart-point', { bubbles: true, detail: ['release'] }))`, want: `document.querySelectorAll('#table-steps .linked').length === 12`},
		{run: `$('#figure-timeline').scrollIntoView()`, want: `$('#figure-timeline').matches('.chart-drawn')`},
		{run: `$('#figure-timeline').dispatchEvent(new CustomEvent('chart-point', { bubbles: true, detail: ['▸ build'] }))`, want: `row('lanes.build').matches('.linked') && document.querySelectorAll('.linked').length === 1`},
		{run: `window.marked = null; $('#figure-timeline').addEventListener('chart-mark', (e) => { if (e.detail) marked = ['▸ build', 'integration-tests', 'rebuild'].map(e.detail).join(); }); row('lanes.build').dispatchEvent(new Event('pointerover', { bubbles: true }))`, want: `marked === '3,0,0'`},
	}},
}

func TestExplore(t *testing.T) {
	tier.Slow(t, "works with a page in a browser")
	browser := pagetest.Start(t)
	path := filepath.Join(t.TempDir(), "index.html")
	write(t, path, rendered(t, explorable(), "html")["index.html"])
	for _, e := range explorations {
		t.Run(e.name, func(t *testing.T) {
			tab := pagetest.Open(t, browser, path+e.hash, pagetest.View{Width: 1440, Height: 3000, Script: true})
			pagetest.OpenChapters(t, tab)
			pagetest.Ask[int](t, tab, shorthand)
			for _, d := range e.deeds {
				if d.run != "" {
					pagetest.Ask[int](t, tab, "(() => { "+d.run+"; return 0; })()")
				}
				if d.press != "" {
					pagetest.Press(t, tab, d.press)
				}
				pagetest.WaitFor(t, tab, d.want)
			}
		})
	}
}

// A link that names no place leads to the table that it sets; a page that is loaded again
// stays where it was.
func TestLinkLeadsToWhatItSets(t *testing.T) {
	browser := pagetest.Start(t)
	folder := t.TempDir()
	for _, name := range []string{"index.html", "other.html"} {
		write(t, filepath.Join(folder, name), rendered(t, explorable(), "html")["index.html"])
	}
	tab := pagetest.OpenSite(t, browser, folder, "index.html", pagetest.View{Width: 1440, Script: true})
	pagetest.Must(t, chromedp.Do(tab, chromedp.EmulateViewport(1440, 900), chromedp.Navigate("file://"+folder+"/other.html#?t.many.q=row-00")))
	pagetest.WaitFor(t, tab, `(() => { const top = document.getElementById('table-many').getBoundingClientRect().top; return scrollY > 300 && top > -1 && top < 450; })()`)
	pagetest.Ask[int](t, tab, `scrollTo({ top: 40, behavior: 'instant' }), 0`)
	pagetest.WaitFor(t, tab, `scrollY === 40`)
	pagetest.Must(t, chromedp.Do(tab, chromedp.Reload()))
	pagetest.WaitFor(t, tab, `document.readyState === 'complete' && document.querySelector('.filter output') && scrollY === 40 && location.hash === '#?t.many.q=row-00'`)
}
