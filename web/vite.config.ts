/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { mockServer } from './mock/plugin'

const server = process.env.TEENPATTI_SERVER ?? 'http://127.0.0.1:8000'

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), ...(mode === 'mock' ? [mockServer()] : [])],
  base: '/',
  build: {
    // The build hook of the Python package puts the bundle where the server looks for it.
    outDir: process.env.TEENPATTI_WEB_OUT ?? 'dist',
    emptyOutDir: true,
    target: ['es2022', 'safari15.4', 'chrome100', 'firefox100'],
    // Everything is a file of its own: the server's policy forbids data: addresses and inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: mode === 'mock' ? {} : { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
  test: {
    environment: 'happy-dom',
    include: ['test/**/*.test.ts'],
  },
  // Svelte has a server half, which tests of components must not get.
  ...(process.env.VITEST ? { resolve: { conditions: ['browser'] } } : {}),
}))
