"""N shards of a command by Ray, merged to OUT: python ray_shards.py N OUT COMMAND...

    python ray_shards.py 8 clashes.csv abut clash --groups plant.obj --csv

ray.init() starts workers here; with RAY_ADDRESS=auto it asks those of a cluster, which need the files and OUT's folder at the same places.
"""
import os, subprocess, sys
import ray

@ray.remote(num_cpus=1)
def shard(i, n, out, command, folder):
    subprocess.run([*command, "--shard", f"{i}/{n}", "-o", f"{out}.{i}.part"], check=True, cwd=folder)
    return f"{out}.{i}.part"

if __name__ == "__main__":
    n, out, command = int(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3:]
    ray.init()
    parts = ray.get([shard.remote(i + 1, n, out, command, os.getcwd()) for i in range(n)])
    status = subprocess.run([command[0], "merge", *parts, "-o", out]).returncode
    for part in parts:
        os.remove(part)
    sys.exit(status)  # as one run: of a clash 1 says that some are listed
