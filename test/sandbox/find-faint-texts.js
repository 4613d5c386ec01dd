// @ts-nocheck: it runs in the browser, whose names this project does not know.
// Finds texts whose colour is too close to what is behind them (WCAG 2.2: 4.5 to 1).
;(() => {
  const channels = (color) => (color.match(/[\d.]+/g) ?? []).map(Number)
  const luminance = (color) => {
    const [red, green, blue] = channels(color).map((value) => {
      const part = value / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const behind = (element) => {
    if (element === null)
      return matchMedia('(prefers-color-scheme: dark)').matches ? 'rgb(0, 0, 0)' : 'rgb(255, 255, 255)'
    const color = getComputedStyle(element).backgroundColor
    return channels(color)[3] === 0 ? behind(element.parentElement) : color
  }
  const hasText = (element) =>
    element.tagName === 'INPUT' ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '')
  const ratioOf = (element) => {
    const lights = [luminance(getComputedStyle(element).color), luminance(behind(element))]
    return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05)
  }
  return [...document.body.querySelectorAll('*')]
    .filter((element) => hasText(element) && ratioOf(element) < 4.5)
    .map((element) => `${element.textContent.trim()}: ${ratioOf(element).toFixed(2)}`)
})()
