// @ts-nocheck: it runs in a browser, and the other scripts do not.
// Loads the index once a reader begins to search; `/` goes to the field.
const top_ = document.currentScript.dataset.top;
const field = document.querySelector('input[type=search]');
const list = document.querySelector('search ol');
let searching;

const load = (name) =>
  new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: `${top_}/${name}` });
    Object.assign(script, { onload: resolve, onerror: reject });
    document.head.append(script);
  });

async function openIndex() {
  await Promise.all([load('minisearch.js'), load('search-index.js')]);
  return window.MiniSearch.loadJSON(window.searchIndex, { fields: ['title', 'page', 'text'] });
}

async function search() {
  searching ??= openIndex();
  const index = await searching;
  const found = index.search(field.value, { prefix: true, fuzzy: 0.1, boost: { title: 3, page: 2 } });
  list.replaceChildren(...found.slice(0, 12).map(describe));
  list.hidden = field.value.trim() === '';
  if (found.length === 0)
    list.append(Object.assign(document.createElement('li'), { textContent: 'Nothing' }));
}

function describe({ title, page, at }) {
  const link = Object.assign(document.createElement('a'), {
    href: `${top_}/${at}`,
    textContent: title || page,
  });
  const small = Object.assign(document.createElement('small'), { textContent: title === page ? '' : page });
  link.append(small);
  const item = document.createElement('li');
  item.append(link);
  return item;
}

field.addEventListener('input', search);
field.addEventListener('keydown', ({ key }) => {
  if (key === 'Enter') list.querySelector('a')?.click();
  if (key === 'Escape') list.hidden = true;
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === field) return;
  event.preventDefault();
  field.focus();
});
