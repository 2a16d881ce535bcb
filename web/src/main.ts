import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { preferred, setLanguage } from './lib/i18n.svelte'
import { watchProblems } from './lib/problems.svelte'
import { applySettings } from './lib/settings.svelte'

watchProblems()
applySettings()
if (typeof matchMedia === 'function') matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', applySettings)

const asked = new URLSearchParams(location.search).get('lang')
await setLanguage(preferred(asked), asked !== null)
mount(App, { target: document.getElementById('app')! })
