import { describe, expect, test } from 'vitest'
import en from '../src/lib/i18n/en'
import hi from '../src/lib/i18n/hi'
import de from '../src/lib/i18n/de'
import ru from '../src/lib/i18n/ru'
import id from '../src/lib/i18n/id'
import { LANGUAGES, n, setLanguage, signed, t, type Message } from '../src/lib/i18n.svelte'
import type { Language } from '../src/lib/protocol'

const all: Record<string, Record<string, Message>> = { en, hi, de, ru, id }
const texts = (message: Message): string[] => (typeof message === 'string' ? [message] : Object.values(message))
const holes = (text: string): string => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort().join()

describe.each(Object.keys(LANGUAGES) as Language[])('%s', (language) => {
  const messages = all[language]!

  test('says everything, with the same values', () => {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(en).sort())
    for (const [key, message] of Object.entries(en as Record<string, Message>)) {
      const wanted = new Set(texts(message).map(holes))
      for (const text of texts(messages[key]!)) {
        expect(text.trim(), key).not.toBe('')
        // A plural form may do without its number, as "last deal" does.
        if (typeof message === 'string') expect(wanted.has(holes(text)), `${key}: ${text}`).toBe(true)
      }
    }
  })

  test('has every plural form that its numbers take', () => {
    const rules = new Intl.PluralRules(language)
    const forms = new Set([0, 1, 2, 3, 5, 11, 21, 22, 25, 100].map((number) => rules.select(number)))
    for (const [key, message] of Object.entries(messages)) {
      if (typeof message !== 'string') for (const form of forms) expect(Object.keys(message), key).toContain(form)
    }
  })

  test('is written in its own script', () => {
    const script = { hi: /\p{Script=Devanagari}/u, ru: /\p{Script=Cyrillic}/u }[language as string] ?? /\p{Script=Latin}/u
    const plain = Object.entries(messages).filter(([key]) => !['dealer_mark', 'rank.T'].includes(key))
    for (const [key, message] of plain) for (const text of texts(message)) {
      if (/\p{L}/u.test(text.replace(/\{\w+\}/g, ''))) expect(script.test(text.replace(/\{\w+\}/g, '')), `${key}: ${text}`).toBe(true)
    }
  })

  test('names no currency, price or purchase', () => {
    for (const message of Object.values(messages)) for (const text of texts(message)) expect(text).not.toMatch(/[₹$€£¥₽]|\b(buy|purchase|cash out|kaufen|beli)\b/i)
  })
})

test('numbers are grouped as each language does', async () => {
  await setLanguage('hi', false)
  expect(n(12345678)).toBe('1,23,45,678')
  await setLanguage('de', false)
  expect(n(12345678)).toBe('12.345.678')
  await setLanguage('ru', false)
  expect(t('chips_n', { n: 1 })).toBe('1 фишка')
  expect(t('chips_n', { n: 22 })).toBe('22 фишки')
  expect(t('chips_n', { n: 11 })).toBe('11 фишек')
  await setLanguage('en', false)
  expect(n(12345678)).toBe('12,345,678')
  expect(signed(-5)).toBe('−5')
  expect(t('result.wins', { name: 'Asha {x}', amount: 1200 })).toBe('Asha {x} wins 1,200')
})
