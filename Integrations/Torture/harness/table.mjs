// Prints a line of the table from the results of torture: node table.mjs NAME FILE

import { readFileSync } from 'node:fs'

const [name, file] = process.argv.slice(2)
const { levels } = JSON.parse(readFileSync(file, 'utf8')).clients[0]

// Rounded up: a value above zero never looks like zero.
const share = ({ failed, played }) => (failed ? `${(Math.ceil((failed * 10_000) / played) / 100).toFixed(2)} %` : '0')
const counts = {}
for (const { rules } of levels) {
  for (const [rule, count] of Object.entries(rules)) counts[rule] = (counts[rule] ?? 0) + count
}
const rules = Object.entries(counts).sort((one, other) => other[1] - one[1])
const cells = [1, 2, 3, 4, 5, 6].map((number) => levels.find(({ level }) => level === number)).map((one) => (one ? share(one) : ''))
console.log(`| ${name} | ${cells.join(' | ')} | ${rules.map(([rule, count]) => `${rule} ${count}`).join(', ')} |`)
