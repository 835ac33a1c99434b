// The theme: VitePress's own, with our colours and a menu of versions.
import DefaultTheme from "vitepress/theme-without-fonts";
import { h } from "vue";
import Versions from "./Versions.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, {
    "nav-bar-content-after": () => h(Versions, { place: "bar" }),
    "nav-screen-content-after": () => h(Versions, { place: "screen" }),
  }),
};
