#!/bin/bash
# One shard of a job, as a task of a Slurm array; what follows is the command that is cut. The array's length is the number of shards:
#   job=$(sbatch --parsable --array=1-8 slurm.sh parts abut clash --groups plant.obj --csv)
#   sbatch --dependency=afterok:$job --wrap 'abut merge parts/*.part -o clashes.csv'   # exit status 1: some are listed
#SBATCH --job-name=abut
#SBATCH --cpus-per-task=1
set -e
parts=$1
mkdir -p "$parts"
exec "${@:2}" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" -o "$parts/$SLURM_ARRAY_TASK_ID.part"
