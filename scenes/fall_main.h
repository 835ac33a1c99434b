// fall_main.h - the word "fall" of abut-scene.
#ifndef ABUT_SCENES_FALL_MAIN_H
#define ABUT_SCENES_FALL_MAIN_H

// The arguments after "fall". Returns the exit status.
int fall_main(int count, char** arguments);

#endif
