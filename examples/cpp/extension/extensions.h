#pragma once

#include "engine/algorithm/frame/algorithm.h"
#include "engine/problem/loss/loss_entry.h"
#include "engine/solver/base/solver_entry.h"

/// What this folder adds to the engine; each is a file of its own.
noisy::LossEntry pseudo_huber();
noisy::AlgorithmEntry tail_averaging();
noisy::SolverEntry heavy_ball();
