import { defineConfig } from "vite";

// The development server puts packages together in a folder of its own, where a package's own files are not found: abut stays as it is.
export default defineConfig({ base: "./", optimizeDeps: { exclude: ["abut"] } });
