/**
 * Clues of a sentence that holds for later sessions (above 0) or for the task at hand: log-odds, then words, pairs of neighbouring
 * words and marks (`find-statements.ts`). Fitted by `npm run bench -- statements --fit`.
 */
export const statementClues = `
2.1 wont
1.55 #length 6
1.5 versions
1.35 ever; night; package
1.3 because of; first ,; pls ,; prod; via
1.25 ^<code>; i like
1.15 ^remember; everything; signed
1.1 ;; everywhere; grep; me; review
1.05 #sentences 2; pr
1.0 <code>; any; backend; ci; hook; will
0.95 #length 5; , a; api; code; main; product; tables
0.9 hand; law; repo
0.85 #we; is what; nobody; on it; ops; team; whatever
0.8 anything; been; git; it has; plain; removed; sdk; touches
0.75 ^as; agreed; btw; for anything; tests
0.7 , <name>; ^do not; ^never; call; commits; i want; only; people; should have; what the
0.65 #general; <name>; build; customers; env; for everything; functions; helper; i do; is only; names; new; that in; them; through the; when i; when you; whole; without
0.6 , always; ^im; ask; by the; in all; modules; partition; sit; the root; ticket
0.55 , we; ^we; ^we use; ^were; a rule; after; ask me; changes; dead; dev; english; from; not even; or the; packages; till
0.5 #present; , so; db; folders; in; in this; is; thats; whenever
0.45 , thats; ^<name>; ^i; are; bugs; by hand; codebase; commit; data; develop; go to; i read; just; level; old; over; push; so any; stays; the <number>; the cluster; this codebase; under
0.4 boundary; by; comes; either; go; guard; if you; means; no more; on; project; queries; remember that; role; services; style; the whole; with <name>; work; writes; year
0.35 <code> and; ^always; ^its; ^stop; diff; files; hard; its; like; ours; quarter; stay; still; up
0.3 #length 4; , the; account; all; alone; break; come from; components; me before; other; security; set; split; target; targets; the system; thing; things; touch; youd
0.25 , even; <name> ,; ^for the; ^theres no; a local; cant; future; gpu; hold; in future; key; module; no; numbers; otherwise; run; system; the style; their own; until; us; we use; youre
0.2 " ,; #not; , like; against; bitten; do; exist; has; logic; on ,; our; release; something; source; traffic; ui
0.15 #past; ) ,; above; as a; at <name>; fixes; images; in our; json; just a; otherwise the; port; s; stop; the release
0.1 ,; , never; <number> and; <number> only; ^main; ^main is; ^no; a real; and its; and the; app; auth; blocks; cluster; for us; goes; i find; is just; machine; main is; more; myself; off; please ,; port <number>; python; random; root; rule; schema; shared; thats how; through; use the; uses; v <number>; we agreed; you
0.05 , it; ^<name> is; ^all; ^every; ^i dont; and so; be; between; bit; branch; config; format; from it; hour; is <name>; january; me ,; please never; profile; remember; several; the way; version; want
-0.05 , go; , since; <number> ); <number> minutes; ^add; ^id; ^ok; ^since; a; and we; before; can go; each; expect; i guess; one; someone; sorted; tax; test; them in; vs; we need; we want
-0.1 , <number>; <name> :; ^next; ^now; ^push; ^rename; ^the; adding; and i; and not; at; bar; changed; drop; field ,; index; is there; load; map; of them; once ,; per; please add; request; run <code>; scale; shift; so it; so the; the two; time; to; value
-0.15 #sentences 1; ); :; ^hm; added; always; and; and never; date; filled; for every; group; hm; i need; import; invoice; is always; is too; it out; keeps; loss; ms; on top; one is; out; parts; prefer; skip; table; text; than <number>; theres nothing; though; wed
-0.2 , im; ^a; already; broken; colour; days; double; for the; guess; id; if a; isnt; it; sure the; the new; view; we get; we had; we have; with
-0.25 , only; <number> in; ^<number>; ^and; ^fix; ^our; at the; compare; friendly; last <number>; me a; needs a; only in; three; undo; while; with the; yet
-0.3 #deictic; <name> in; ^make; anyway; can; forget; frame; i think; in a; there; wrote
-0.35 " <name>; ^hmm; ^if; day; found; give; hmm; never; nothing; of; place; row; see the; two; use <name>; with a
-0.4 #length 3; , dont; ^on; an; back; copy; every; for now; from the; now; steps; take; the pr; this is
-0.45 <number>; for this; great; have; here ,; in the; let; look; me what; that one; we can; yes
-0.5 ^dont; a plain; before the; else; give me; if; lets; said; scan; send; the last; to do; used; we; where; which
-0.55 #moment; <number> ,; <number> <number>; good; string
-0.6 #me; about; minutes; name; sees; the; think; use
-0.65 but; line; sure
-0.7 #last; search; today
-0.75 make; page; this; works
-0.8 dont need; need; step
-0.85 ^so; button; fine; that ,; the user
-0.9 #length 2; case; right; then; when the
-0.95 , and; again
-1.05 , but; list
-1.1 #future; the first
-1.15 ; #length 0; #length 1; says
-1.2 enough; show
-1.25 : "
-1.45 "; ok; should
-1.5 must
-1.9 #sentences 4
`;
