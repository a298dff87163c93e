#include "engine/experiment/plan/population_drawer.h"

#include "engine/problem/saddle/population_data.h"

namespace noisy {

PopulationDrawer population_drawer() {
  return draw_population;
}

}  // namespace noisy
