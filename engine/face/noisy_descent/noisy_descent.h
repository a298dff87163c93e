#pragma once

// Includes all other headers. Experiments, plans, results and answers are JSON texts, as the
// command line reads and writes them.

#include "noisy_descent/audit.h"
#include "noisy_descent/data.h"
#include "noisy_descent/error.h"
#include "noisy_descent/experiment.h"
#include "noisy_descent/fit.h"
#include "noisy_descent/inspect.h"
#include "noisy_descent/model.h"
#include "noisy_descent/objective.h"
#include "noisy_descent/options.h"
#include "noisy_descent/question.h"
#include "noisy_descent/recommend.h"
#include "noisy_descent/result.h"
#include "noisy_descent/session.h"
#include "noisy_descent/synthesis.h"
#include "noisy_descent/version.h"
